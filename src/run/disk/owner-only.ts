/** Permissions of everything that a run makes: for its owner alone. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;
