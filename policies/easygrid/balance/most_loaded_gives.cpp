// SPDX-License-Identifier: MIT
// The child with the longest remaining time gives; the children below the mean receive in proportion to the
// difference (tonelli2010, Algs. 2 and 6, eqs. 4.5-4.9). sert, the site's remaining time, is the mean of ert
// weighted by power; sii = max ert / sert; the giver is asked for perc_ask = 1 - 1/sii of its ready work. An
// event needs perc_ask > threshold, or, in the thesis EasyGrid, sii > threshold (parameter `test`). A child
// without power is in neither sum, but gives everything if it has tasks (ert infinite). The source computes
// the receivers' weights after the giver has answered; here they are computed at the check, so that none is
// negative. Ties: the giver is the lowest number among the most loaded.
#include "policies/easygrid/balance.hpp"

#include <cmath>

namespace malha::easygrid {
namespace {

class MostLoadedGives : public Balance {
public:
  explicit MostLoadedGives(const Parameters& parameters)
      : threshold_(parameters.real("threshold")), test_on_sii_(parameters.text("test") == "sii") {}

  std::optional<Rebalance> rebalance(const BalanceView& view) override {
    const Seconds sert = mean_ert(view.children);
    const ChildLoad* most = nullptr;
    for (const auto& load : view.children)
      if (most == nullptr || load.ert > most->ert)
        most = &load;
    if (most == nullptr || !(sert > 0))
      return std::nullopt;
    const double sii = most->ert / sert;
    const double fraction = 1 - 1 / sii;
    if (!((test_on_sii_ ? sii : fraction) > threshold_) || fraction <= 0)
      return std::nullopt;
    Rebalance answer{most->child, fraction, {}};
    for (const auto& load : view.children)
      if (load.ert < sert && load.power > 0)
        answer.receivers.push_back({load.child, (sert - load.ert) * load.power});
    if (answer.receivers.empty())
      return std::nullopt;
    return answer;
  }

private:
  static Seconds mean_ert(const std::vector<ChildLoad>& children) {
    Flops work = 0;
    FlopsPerSecond power = 0;
    for (const auto& load : children)
      if (load.power > 0) {
        work += load.ert * load.power;
        power += load.power;
      }
    return power > 0 ? work / power : 0;
  }

  double threshold_;
  bool test_on_sii_;
};

} // namespace

MALHA_POLICY(policy<MostLoadedGives>(
    "easygrid/most_loaded_gives",
    "asks the child with the longest remaining time for the part of its work above the mean",
    "tonelli2010, Algs. 2 and 6, eqs. 4.5-4.9",
    {real("threshold", 0.2, at_least(0), "1", "imbalance above which tasks move (theta)"),
     choice("test", "perc", {"perc", "sii"}, "what is compared with the threshold: perc_ask or sii")}))

} // namespace malha::easygrid
