export { action, clientAction, default, headers, loader, meta, shouldRevalidate } from './quick-add/route.tsx'
