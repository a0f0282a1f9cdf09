import { describe, expect, it } from 'vitest';
import { isIn } from '../../src/page/element.ts';

const RUN = '2026-11-20T02-15-04Z-costs';

describe('a page in the folder of its run', () => {
  it.each([
    [`/srv/prices/runs/${RUN}`, `/srv/prices/runs/${RUN}/report.html`],
    [`C:\\prices\\runs\\${RUN}`, `/C:/prices/runs/${RUN}/report.html`],
    ['/srv/Preise für EU', '/mnt/Preise%20f%C3%BCr%20EU/report.html'],
  ])('is known by the name of the folder: %s and %s', (folder, pathname) => {
    expect(isIn(folder, pathname)).toBe(true);
  });

  it.each([
    [`/srv/prices/runs/${RUN}`, '/home/ann/Downloads/report.html'],
    [`/srv/prices/runs/${RUN}`, `/home/ann/${RUN}.html`],
    [`/srv/prices/runs/${RUN}`, '/report.html'],
    ['/srv/100%', '/srv/100%/report.html'],
  ])('is not taken for one elsewhere: %s and %s', (folder, pathname) => {
    expect(isIn(folder, pathname)).toBe(false);
  });
});
