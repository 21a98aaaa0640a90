// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/priority/share_tree.hpp"

#include <random>

namespace malha::cluster {

/// A tree of random shares, a quarter of them parent, and of usage, much of it equal.
struct RandomTree {
  explicit RandomTree(unsigned seed) : random_(seed), accounts(associations()), tree(accounts) {
    for (int number = 0; number < tree.size(); ++number)
      if (tree.is_user(number))
        tree.charge(number, 1000.0 * below(4) * (below(2) == 0 ? 1 : below(100)));
  }

private:
  std::mt19937 random_;

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  std::vector<Association> associations() {
    std::vector<Association> all{{"root"}, {"root", "root", 0, 1}};
    std::vector<int> places{0};
    for (int i = 2 + below(40); i > 0; --i) {
      const int parent = places[static_cast<std::size_t>(below(static_cast<int>(places.size())))];
      const auto shares = below(4) == 0 ? std::nullopt : std::optional<std::int64_t>(below(4));
      const auto number = std::to_string(all.size());
      if (below(3) == 0) {
        places.push_back(static_cast<int>(all.size()));
        all.push_back({"a" + number, "", parent, shares});
      } else
        all.push_back({all[static_cast<std::size_t>(parent)].account, "u" + number, parent, shares});
    }
    return all;
  }

public:
  Accounts accounts;
  ShareTree tree;
};

} // namespace malha::cluster
