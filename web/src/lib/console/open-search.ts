/**
 * What a route of the console says of its search parameters to the router: nothing. Lists and tabs
 * change their part of the address wherever they stand (`to: '.'`), which the router would allow only
 * for what all routes have in common; pages read theirs with the function that checks them.
 */
export type OpenSearch = Readonly<Record<string, unknown>>;
