import type { KoaContextWithOIDC } from 'oidc-provider'
import { contentSecurityPolicy } from './style'

/**
 * The headers of every page of Central Auth. The referrer stays on this origin and no shorter: with
 * `no-referrer` a browser sends its forms with `Origin: null`, which the guard refuses (SR-17).
 */
export function pageHeaders(formTargets: readonly unknown[] = []): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(formTargets),
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

/** Answers with a page, whose form may lead on to the origins of `formTargets`. */
export function sendPage(
  ctx: KoaContextWithOIDC,
  page: string,
  formTargets: readonly unknown[] = [],
): void {
  ctx.set(pageHeaders(formTargets))
  ctx.body = page
}
