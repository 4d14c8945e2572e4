/** Mode of a folder: when the tests run as root, PostgreSQL runs as another user and must reach its files. */
export const READABLE = 0o755;
