// SPDX-License-Identifier: MIT
#include "policies/easygrid/mediation.hpp"
#include "scenarios/runner/conformance/positions.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// Tasks of sites from 1 on that site 0 would take at 100 s. An answer is a list of positions in them.
class WishView {
public:
  using Question = easygrid::Mediation;

  void fields(Fields& field, Draw& draw) {
    wanted_.resize(draw.count(0, 12));
    TaskId next = 0;
    field.list("wanted", wanted_, [&](Fields& of_task, easygrid::WantedTask& one) {
      one = {next++, 1, 0, 0, -1};
      of_task("site", one.site, from(1, 100), draw.integer(1, 3));
      of_task("finish_there", one.finish_there, draw.one_in(8) ? never : draw.integer(95, 120));
      of_task("finish_here", one.finish_here, from(100, never), draw.integer(100, 120));
      of_task("last_moved", one.last_moved, from(-1, 100), draw.one_in(2) ? -1 : draw.integer(80, 100));
    });
  }

  Json ask(easygrid::Mediation& policy, Asking& asking) const {
    return asking.ask([&] { return policy.choose({100, 0, wanted_}); });
  }

  std::string broken_rule(const Json& chosen) const { return broken_position_rule(chosen, wanted_.size()); }

private:
  std::vector<easygrid::WantedTask> wanted_;
};

} // namespace

MALHA_VIEWS(views<WishView>())

} // namespace malha::conformance
