import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { askForPasswordBy } from '../lib/api.ts'
import { beginWithCompany } from '../lib/company/company.ts'
import { askForPassword } from '../lib/password-question.ts'
import { registerWorker } from '../offline/register.ts'
import { queryClient, watchUnauthorized } from '../lib/query-client.ts'
import { askForSession, watchForEnd } from '../lib/session.ts'
import { fetchOverlaysLater } from '../ui/overlays.ts'
import { ToastPlace } from '../ui/ToastPlace.tsx'
import { createRouter } from './routes.tsx'

beginWithCompany()
watchUnauthorized()
watchForEnd()
askForPasswordBy(askForPassword)
void askForSession()

const root = document.getElementById('root')

function render(root: HTMLElement, router: ReturnType<typeof createRouter>) {
  // React renders a transition in slices, so the page responds to input in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ToastPlace />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
  registerWorker()
  fetchOverlaysLater()
}

// The evaluation of all modules, the router and React each have a task, for the same reason.
if (root)
  setTimeout(() => {
    const router = createRouter()
    setTimeout(() => render(root, router))
  })
