// Money that is summed or shown as data: at millionths of a dollar, without the digits that binary sums leave behind.

export const roundDollars = (dollars: number): number => Math.round(dollars * 1e6) / 1e6;
