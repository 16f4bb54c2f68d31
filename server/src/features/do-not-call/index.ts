export const doNotCallMigrations = new URL('./migrations/', import.meta.url);
