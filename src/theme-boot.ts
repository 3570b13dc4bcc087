/* Runs alone, as a classic script, before the first paint: it may neither import nor export. */
try {
  const theme = localStorage.getItem('passbook-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // Storage is switched off: the system's theme stands.
}
