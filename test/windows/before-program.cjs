// Loaded before the program, for what Wine 8 can't do and Windows can. The program is the one that users have.

// To connect a socket that is kept alive before it is connected fails under Wine.
require('node:net').Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};

// A console of Wine has no title, and to read it ends Node.js with a failed assertion.
process.title = 'pricesheet';
