import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForTheUncaught } from '@/features/shell/last-resort'
import { watchForNewVersion } from '@/features/shell/new-version'
import { recheckOnReturn } from '@/features/shell/recheck-on-return'
import { SessionGate } from '@/features/shell/session-gate'
import { router, session } from './router'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// What broke may hold pieces of a reply: the page says so itself, the console of a built page stays empty.
const quiet = import.meta.env.PROD
  ? { onCaughtError: () => undefined, onUncaughtError: () => undefined }
  : {}

watchForTheUncaught(window, import.meta.env.PROD)
watchForNewVersion()
recheckOnReturn(root, session, () => router.invalidate())
createRoot(root, quiet).render(
  <StrictMode>
    <SessionGate session={session}>
      <RouterProvider router={router} />
    </SessionGate>
  </StrictMode>,
)
