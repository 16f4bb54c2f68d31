/** `appointment_time` becomes `Appointment Time` (WIZ-3). */
export function fieldName(field: string): string {
  return field
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
