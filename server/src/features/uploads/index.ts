export const uploadMigrations = new URL('./migrations/', import.meta.url);
