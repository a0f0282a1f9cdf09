// Keeps a file open until the other end of a connection is closed, as another program of Windows would: nobody else may open it.
const { constants, openSync } = require('node:fs');
const { connect } = require('node:net');

const [, , path, port] = process.argv;
// Of libuv, which Node.js gives no name: the file is shared with nobody.
const UV_FS_O_EXLOCK = 0x10000000;

if (path) openSync(path, constants.O_RDWR | UV_FS_O_EXLOCK);
connect(Number(port), '127.0.0.1')
  .on('close', () => process.exit())
  .resume();
