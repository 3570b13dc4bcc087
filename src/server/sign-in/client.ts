import {
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  None,
} from 'oauth4webapi'

/** Where people sign in, and who Passbook is there. */
export type IssuerSettings = {
  readonly issuer: URL
  readonly clientId: string
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null
}

export const clientOf = ({ clientId }: IssuerSettings): Client => ({ client_id: clientId })

/** How Passbook proves who it is: `client_secret_basic`, or `_post` where the issuer takes only that. */
export function clientAuthOf(settings: IssuerSettings, issuer: AuthorizationServer): ClientAuth {
  const { clientSecret } = settings
  if (clientSecret === null) return None()
  const methods = issuer.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const onlyPost =
    !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
  return onlyPost ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret)
}
