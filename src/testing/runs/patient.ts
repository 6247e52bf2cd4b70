import { configure } from '@testing-library/dom'

// A test that waits for what a page draws waits as long as the machine needs: one second is too short on a busy one.
configure({ asyncUtilTimeout: 15_000 })
