import type OidcProvider from 'oidc-provider'
import type { errors } from 'oidc-provider'
// The package's entry prints a warning on every Node before 22; its insides run on all that Passbook supports.
// @ts-expect-error: only the entry has types.
import { InvalidGrant as InvalidGrantInside } from 'oidc-provider/lib/helpers/errors.js'
// @ts-expect-error: the same.
import { Provider as ProviderInside } from 'oidc-provider/lib/provider.js'

export type CentralAuthProvider = OidcProvider

/** oidc-provider's own class, which its entry exports under this name. */
export const Provider: typeof OidcProvider = ProviderInside

export const InvalidGrant: typeof errors.InvalidGrant = InvalidGrantInside
