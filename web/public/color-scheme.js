// Runs before the first paint, so that a dark screen never flashes white. A file of its own because the
// content security policy allows no inline scripts. Key and values are those of Mantine's local storage manager.
(() => {
  let wanted = 'auto';
  try {
    wanted = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  } catch {
    // Storage is switched off: the system's setting decides.
  }
  const isDark =
    wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
