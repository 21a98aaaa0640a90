# SPDX-License-Identifier: MIT
"""Runs a policy in Python for Malha: `python3 serve_policy.py my_policy.py`. Malha starts it itself."""

import sys

if sys.version_info < (3, 11):
    sys.stdout.write('{"error": "policies in Python need Python 3.11 or later; this is %d.%d"}\n' % sys.version_info[:2])
    sys.exit(1)

from malha.serve import main

main(sys.argv[1])
