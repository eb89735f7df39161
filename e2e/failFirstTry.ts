// With FAIL_FIRST_TRY=1, fails each test that passed its first try. Its second try then shows whether the test can be
// repeated in a product that has been through it once.
import { afterEach } from 'vitest';

afterEach(({ task }) => {
  if (process.env.FAIL_FIRST_TRY !== '1') return;
  if (task.result?.state === 'pass' && !task.result.retryCount)
    throw new Error('The first try passed and is failed by FAIL_FIRST_TRY=1');
});
