// SPDX-License-Identifier: MIT
// Multiple simultaneous requests (subramani2002; the rival of prediction that M-CISNE,
// section 4.3, names): the job waits in the queues of the k least loaded clusters at once. The first that
// starts it keeps it, and the others give it back.
// Ours: the load is that of multicluster/least_loaded. Ties: the first cluster.
#include "policies/multicluster/selection.hpp"

#include <algorithm>
#include <numeric>

namespace malha::multicluster {
namespace {

class Copies : public Selection {
public:
  explicit Copies(const Parameters& parameters) : most_(parameters.integer("k")) {}

  Selected select(const SelectionView& view) override {
    if (!view.knows_states)
      return Selected::wants_states();
    std::vector<std::size_t> places(view.candidates.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const auto load = [&](std::size_t place) {
      return view.clusters[static_cast<std::size_t>(view.candidates[place].cluster)].load();
    };
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return load(a) < load(b); });
    if (most_ > 0 && static_cast<std::size_t>(most_) < places.size())
      places.resize(static_cast<std::size_t>(most_));
    auto selected = Selected::at(places.front());
    selected.also.assign(places.begin() + 1, places.end());
    return selected;
  }

  bool sends_copies() const override { return true; }

private:
  const std::int64_t most_;
};

} // namespace

MALHA_POLICY(policy<Copies>("multicluster/copies",
                            "the k least loaded clusters at once; the first that starts the job keeps it",
                            "subramani2002; M-CISNE, section 4.3",
                            {integer("k", 0, between(0, 1000), "clusters", "0: all that have enough nodes")}))

} // namespace malha::multicluster
