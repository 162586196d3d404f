import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { askForPasswordBy } from '../lib/api.ts'
import { askForPassword } from '../lib/password-question.ts'
import { registerWorker } from '../offline/register.ts'
import { queryClient, watchUnauthorized } from '../lib/query-client.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { TooltipProvider } from '../ui/Tooltip.tsx'
import { router } from './routes.tsx'

watchUnauthorized()
askForPasswordBy(askForPassword)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <RouterProvider router={router} />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  registerWorker()
}
