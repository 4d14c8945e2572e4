export const FOLLOW_UPS = ["capture", "void", "refund"] as const;

export type FollowUpType = (typeof FOLLOW_UPS)[number];
