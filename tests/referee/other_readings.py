"""Cases in which the text allows both the referee's reading and the engine's, with the decision that records it."""

from __future__ import annotations

READ_OTHERWISE = {  # case: the decision, and what the engine does
    "673a.10(a)-double-in-chips": ("DU-9", "an odd amount is refused as a house rule of chips"),
    "685a.9(a)-double-for-less-in-chips-only": ("DU-9", "an odd amount is refused as a house rule of chips"),
    "673a.13(c)-exposed-at-the-second-chance-offer-taken": ("B14", "they buy first, then take or refuse the seen card"),
    "673a.13(i)-reader-used-on-a-six": ("B17", "the floorperson is told, not asked"),
    "673a.13(j)-twice": ("B20", "a reader that is already out of order is not reported again"),
    "673a.13(k)-same-order": ("A33", "the engine holds no order of cards; the house mixes them, and sees the order"),
    "685a.12(j)-the-same-order-is-no-reshuffle": ("A33", "the engine holds no order of cards"),
    "685a.12(j)-no-card-may-be-lost": ("A33", "no report names cards; every card of the shoe is counted anyway"),
    "685a.7(s)-reports-end-with-the-round": ("A6", "refused under 12(h), which speaks of a round in play"),
    "685a.6(e)-match-without-a-bet": ("S-3", "the side wager is taken back with its Bet Wager"),
    "673a.7(h)-wrong-none-doubted-but-right": ("B26", "the report names the hole card; a doubt alone turns nothing"),
    "673a.7(r)-wrong-none-literal-comparison": ("B26", "7(h) late, so the double goes back"),
    "673a.7(r)-wrong-none-literal-second-chance": ("B26", "7(h) late, so the Second Chance goes back"),
    "nz.16.11-after-a-bust": ("N18", "refused under 16.11 itself"),
    "nz.16.11-blackjack-plus-natural": ("N18", "refused under 16.11 itself"),
    "nz.16.11-no-ace": ("N18", "refused under 16.11 itself"),
    "nz.16.12-after-a-prize": ("N12", "buttons are pressed from the last Box to the first; no rule gives an order"),
    "nz.18.7-no-riding-afterwards": ("N24", "a House Money win that its bettor was not passed yet is void too"),
    "nz.18.7-found-after-the-round": ("NZ-20", "refused under 18.7 itself"),
}
