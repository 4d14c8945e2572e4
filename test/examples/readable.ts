/** Mode of a folder: PostgreSQL has a user of its own where the tests run as root, and has to reach its files. */
export const READABLE = 0o755;
