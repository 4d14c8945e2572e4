/** For `node --import`: the clock of this process is wrong by `CLOCK_SHIFT` milliseconds, as that of a server can be. */
const now = Date.now.bind(Date);
const shift = Number(process.env["CLOCK_SHIFT"] ?? 0);

Date.now = () => now() + shift;
