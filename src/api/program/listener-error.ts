/** What a program threw as it was given an event: its `cause`. */
export class ListenerError extends Error {}
