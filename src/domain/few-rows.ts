/** Of fewer rows than these a share says nothing: limits in percent count from here up. */
export const FEW_ROWS = 10;
