import { createHash } from 'node:crypto'

/** Passbook's colours for the pages of Central Auth; no fonts and no images to fetch. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --sunken: oklch(0.966 0.004 205); --surface: oklch(0.996 0.001 205); --raised: oklch(1 0 0);
  --hover: oklch(0.972 0.004 205); --active: oklch(0.942 0.006 207);
  --text: oklch(0.225 0.018 226); --muted: oklch(0.435 0.017 222); --subtle: oklch(0.515 0.015 220);
  --line: oklch(0.918 0.005 208); --line-strong: oklch(0.852 0.008 210);
  --accent: oklch(0.455 0.078 221); --accent-soft: oklch(0.945 0.019 213);
  --accent-text: oklch(0.425 0.073 222); --accent-hover: oklch(0.405 0.07 222);
  --on-accent: oklch(0.995 0.003 210); --focus: oklch(0.55 0.1 228);
}
@media (prefers-color-scheme: dark) {
  :root {
    --sunken: oklch(0.168 0.011 226); --surface: oklch(0.198 0.012 226); --raised: oklch(0.235 0.013 225);
    --hover: oklch(0.262 0.013 225); --active: oklch(0.29 0.014 224);
    --text: oklch(0.945 0.005 208); --muted: oklch(0.765 0.012 214); --subtle: oklch(0.685 0.013 216);
    --line: oklch(0.278 0.012 224); --line-strong: oklch(0.352 0.013 222);
    --accent: oklch(0.765 0.098 210); --accent-soft: oklch(0.29 0.037 218);
    --accent-text: oklch(0.81 0.088 209); --accent-hover: oklch(0.815 0.09 208);
    --on-accent: oklch(0.2 0.03 226); --focus: oklch(0.79 0.115 215);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; grid-template-columns: minmax(0, 25rem);
  place-content: center; padding: 24px 16px; background: var(--sunken); color: var(--text);
  font: 420 15px/22px "Anek Latin", "Noto Sans", "Noto Sans Devanagari", system-ui, sans-serif;
}
main { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 32px; }
.from { margin: 0 0 20px; font-size: 13px; line-height: 18px; color: var(--subtle); }
h1 { margin: 0; font-size: 20px; line-height: 26px; font-weight: 600; letter-spacing: -0.012em; text-wrap: balance; }
.lead { margin: 6px 0 0; color: var(--muted); overflow-wrap: anywhere; }
.actions { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; margin: 24px 0 0; }
button {
  font: inherit; color: inherit; min-height: 44px; padding: 8px 14px; border: 1px solid var(--line-strong);
  border-radius: 7px; background: var(--raised); cursor: pointer; text-align: start;
}
button:hover { background: var(--hover); }
button:active { background: var(--active); }
button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.account { display: flex; align-items: center; gap: 14px; padding: 10px 14px; }
.mark {
  flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 9px;
  background: var(--accent-soft); color: var(--accent-text); font-size: 13px; font-weight: 600;
}
.who { min-width: 0; }
.who bdi { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.name { font-weight: 520; }
.id { font-size: 13px; line-height: 18px; color: var(--subtle); }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); text-align: center; font-weight: 520; }
.primary:hover, .primary:active { background: var(--accent-hover); }
.quiet { border-color: transparent; background: transparent; color: var(--muted); text-align: center; }
.note { margin: 20px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); font-size: 13px; line-height: 18px; color: var(--subtle); }
@media (max-width: 27rem) { body { padding: 12px; place-content: start stretch; grid-template-columns: minmax(0, 1fr); } main { padding: 24px 16px; } }
`

const HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * What a page of Central Auth may do: its one stylesheet and its own forms. Browsers hold the
 * redirects after a form to `form-action` too, so the client's origin stands there.
 */
export function contentSecurityPolicy(formTargets: readonly unknown[]): string {
  const origins = formTargets.flatMap((uri) => originOf(uri) ?? [])
  return [
    "default-src 'none'",
    `style-src 'sha256-${HASH}'`,
    `form-action ${["'self'", ...origins].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Only http and https have an origin that a policy can name. */
function originOf(uri: unknown): string | null {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return null
  const { origin, protocol } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}
