// SPDX-License-Identifier: MIT
#include "policies/multicluster/limit.hpp"

#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A job that is offered to a cluster at some date; `ended` and `executed` are of the time since the offer
/// before. An answer has all that the policy says, until it is "yes" or "no".
class Offer {
public:
  using Question = multicluster::Limit;

  void fields(Fields& field, Draw& draw) {
    field("after", view_.now, from(0, 1e9), draw.integer(0, 3));
    field("waiting", view_.waiting, draw.integer(0, 4));
    field("running", view_.running, draw.integer(0, 4));
    field("ended", view_.ended, draw.integer(0, 2));
    field("executed", view_.executed, from(0, 1e12), view_.ended == 0 ? 0 : draw.integer(0, 20));
    field("is_repeated", view_.is_repeated, draw.one_in(4));
    field("wait", wait_, draw.one_in(5) ? never : draw.integer(0, 9));
    field.need(view_.ended > 0 || view_.executed <= 0, "no job has ended, and its run time is not 0");
  }

  Json ask(multicluster::Limit& policy, Asking& asking) const {
    auto view = view_;
    view.now = asking.clock += view_.now;
    asking.sums["executed"] += view_.executed;
    asking.sums["ended"] += static_cast<double>(view_.ended);
    view.executed = asking.sums["executed"];
    view.ended = static_cast<std::int64_t>(asking.sums["ended"]);
    Json answers = Json::array();
    auto answer = asking.ask([&] { return policy.admit(view); });
    answers.push_back(name_of(answer));
    if (answer == multicluster::Admitted::wants_estimate) {
      view.estimated_wait = wait_;
      answer = asking.ask([&] { return policy.admit(view); });
      answers.push_back(name_of(answer));
    }
    return answers;
  }

  std::string broken_rule(const Json& answers) const {
    if (answers.back() == "wants_estimate")
      return "it asks for an estimate that it was given";
    const bool is_idle = view_.waiting == 0 && view_.running == 0;
    return is_idle && answers.back() == "no"
               ? "it refuses although nothing waits or runs, so that nothing ever changes"
               : "";
  }

private:
  static const char* name_of(multicluster::Admitted answer) {
    return answer == multicluster::Admitted::yes  ? "yes"
           : answer == multicluster::Admitted::no ? "no"
                                                  : "wants_estimate";
  }

  multicluster::LimitView view_{};
  Seconds wait_ = 0;
};

} // namespace

MALHA_VIEWS(views<Offer>())

} // namespace malha::conformance
