"""Random games of OpenSpiel: openspiel.py GAME MILLISECONDS.

Prints the decisions of players, the moves of players and chance, and the
seconds, separated by tabs. Every game runs inside one call of evaluate_bots,
which is C++: Python is entered once per game, and histories are counted after
the clock has stopped.
"""

import sys
import time

import pyspiel


def main():
    name, budget = sys.argv[1], int(sys.argv[2]) / 1000
    game = pyspiel.load_game(name)
    players = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in players]
    for seed in range(10):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
    decisions = moves = seed = 0
    seconds = 0.0
    while seconds < budget:
        begin = time.thread_time()
        states = []
        for _ in range(100):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            states.append(state)
            seed += 1
        seconds += time.thread_time() - begin
        for state in states:
            history = state.full_history()
            moves += len(history)
            decisions += sum(1 for move in history if move.player >= 0)
    print(decisions, moves, seconds, sep="\t")


main()
