// SPDX-License-Identifier: MIT
// A site gets the tasks that would end earlier there, those that gain most first. A task that has moved
// between sites rests. The source has the question (tonelli2010, section 2.1.3) and no rule; this rule is
// ours. Ties: the lowest task.
#include "policies/easygrid/mediation.hpp"

#include <algorithm>

namespace malha::easygrid {
namespace {

class GreatestGain : public Mediation {
public:
  explicit GreatestGain(const Parameters& parameters)
      : most_(static_cast<std::size_t>(parameters.integer("most"))), rest_(parameters.real("rest")) {}

  std::vector<std::size_t> choose(const MediationView& view) override {
    const auto gain = [&](std::size_t i) { return view.wanted[i].finish_there - view.wanted[i].finish_here; };
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < view.wanted.size(); ++i) {
      const Seconds moved = view.wanted[i].last_moved;
      if (gain(i) > 0 && (moved < 0 || view.now - moved >= rest_))
        chosen.push_back(i);
    }
    std::stable_sort(chosen.begin(), chosen.end(),
                     [&](std::size_t a, std::size_t b) { return gain(a) > gain(b); });
    chosen.resize(std::min(chosen.size(), most_));
    return chosen;
  }

private:
  std::size_t most_;
  Seconds rest_;
};

} // namespace

MALHA_POLICY(policy<GreatestGain>(
    "easygrid/greatest_gain", "gives a site the tasks of others that end earlier there",
    "ours, for tonelli2010, section 2.1.3",
    {integer("most", 4, between(1, 1e6), "count", "most tasks that one request moves"),
     real("rest", 10, at_least(0), "s", "least time between two moves of a task between sites")}))

} // namespace malha::easygrid
