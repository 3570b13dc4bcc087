import { Hono } from 'hono'
import { failure } from '@/server/failures'
import { wrongMethod } from '@/server/wrong-method'
import { isOwnRequest } from './own-request'
import { pageStyle } from './page-style'
import { redirect } from './replies'
import { returnTo } from './return-to'
import type { SignIn } from './sign-in'

/**
 * `/auth/*`. With one person's own token there is no sign-in: its address leads back to the page, and
 * the rest is not there.
 */
export function authRoutes(signIn: SignIn | null, publicUrl: URL | null): Hono {
  const auth = new Hono()
  // A HEAD would use the code up without anyone being signed in.
  auth.use(async (c, next) => (c.req.method === 'HEAD' ? wrongMethod('GET') : next()))
  if (signIn) addSignIn(auth, signIn, publicUrl)
  else auth.get('/sign-in', (c) => redirect(returnTo(c.req.query('to') ?? null)))
  auth.all('*', () => failure('unknown_route'))
  return auth
}

function addSignIn(auth: Hono, signIn: SignIn, publicUrl: URL | null) {
  auth.get('/sign-in', (c) => signIn.begin(c.req.raw))
  auth.get('/callback', (c) => signIn.finish(c.req.raw))
  auth.get('/page.css', pageStyle)
  for (const path of ['/sign-in', '/callback', '/page.css'])
    auth.all(path, () => wrongMethod('GET'))
  const own = (answer: (request: Request) => Promise<Response>) => (c: { req: { raw: Request } }) =>
    isOwnRequest(c.req.raw, publicUrl) ? answer(c.req.raw) : failure('refused')
  auth.post('/refresh', own(signIn.refresh))
  auth.post('/sign-out', own(signIn.signOut))
  for (const path of ['/refresh', '/sign-out']) auth.all(path, () => wrongMethod('POST'))
}
