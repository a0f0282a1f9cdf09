import os from 'node:os';

/** A fixture is for everybody to read: it does not name the machine that it was made on. */
os.hostname = () => 'prices-1';
os.userInfo = () => ({
  username: 'prices',
  uid: process.getuid?.() ?? -1,
  gid: -1,
  shell: null,
  homedir: '/',
});
