/** The look of the page of a failed sign-in: the tokens' values of ui/tokens.css, by the system's theme. */
const STYLE = `:root {
  color-scheme: light dark;
  --sunken: oklch(0.966 0.004 205);
  --text: oklch(0.225 0.018 226);
  --muted: oklch(0.435 0.017 222);
  --accent: oklch(0.455 0.078 221);
  --accent-hover: oklch(0.405 0.07 222);
  --on-accent: oklch(0.995 0.003 210);
  --ring: oklch(0.55 0.1 228);
}
@media (prefers-color-scheme: dark) {
  :root {
    --sunken: oklch(0.168 0.011 226);
    --text: oklch(0.945 0.005 208);
    --muted: oklch(0.765 0.012 214);
    --accent: oklch(0.765 0.098 210);
    --accent-hover: oklch(0.815 0.09 208);
    --on-accent: oklch(0.2 0.03 226);
    --ring: oklch(0.79 0.115 215);
  }
}
* {
  box-sizing: border-box;
  margin: 0;
}
body {
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  font: 15px/22px "Noto Sans", "Noto Sans Devanagari", system-ui, sans-serif;
  color: var(--text);
  background: var(--sunken);
}
header {
  padding: 16px 20px;
  font-weight: 600;
}
main {
  margin: auto;
  padding: 32px 32px 96px;
  max-width: 444px;
  text-align: center;
}
h1 {
  font-size: 16px;
  line-height: 22px;
}
p {
  margin: 4px 0 16px;
  color: var(--muted);
  text-wrap: balance;
}
a {
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  padding: 0 16px;
  border-radius: 7px;
  color: var(--on-accent);
  background: var(--accent);
  font-weight: 500;
  text-decoration: none;
}
a:hover {
  background: var(--accent-hover);
}
a:focus-visible {
  outline: 2px solid var(--ring);
  outline-offset: 2px;
}
@media (forced-colors: active) {
  a {
    border: 1px solid LinkText;
  }
}
`

export function pageStyle(): Response {
  return new Response(STYLE, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
}
