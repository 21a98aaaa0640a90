// SPDX-License-Identifier: MIT
#include "policies/easygrid/balance.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <algorithm>

namespace malha::conformance {
namespace {

/// What host managers can report: a child without power has nothing to do or remains for ever (eq. 2.3). An
/// answer is null, or a giver, a fraction and the receivers as [child, weight].
class Loads {
public:
  using Question = easygrid::Balance;

  explicit Loads(const Json& view) {
    const Part all(view, {"children"});
    for (const auto& one : all.list("children")) {
      const Part child(one, {"child", "power", "ert"});
      const int number = child.integer("child", 0, 0);
      need(children_.empty() || number > children_.back().child, "children are not in order");
      const FlopsPerSecond power = child.real("power", 0, 0, 1e30);
      const Seconds ert = child.real("ert", 0, 0);
      need(power > 0 ? ert < never : ert <= 0 || ert == never, "no child reports such a remaining time");
      children_.push_back({number, power, ert});
      numbers_.push_back(number);
    }
  }

  /// Some views are in balance, of which the mean is subject to rounding.
  static Json draw(Draw& draw) {
    const bool few_values = draw.one_in(2), balanced = draw.one_in(8);
    const auto value = [&](double high) { return few_values ? draw.integer(0, 2) : draw.real(0, high); };
    Json view = Json::object();
    view["children"] = Json::array();
    for (const auto& child : draw.once("children", [&] { return Json(draw.children(0, 12)); })) {
      const FlopsPerSecond power = draw.one_in(8) ? 0 : value(1e10);
      const Seconds without_power = draw.one_in(2) ? 0 : never;
      const Seconds ert = power <= 0 ? without_power : balanced ? 0.1 : value(1e4);
      view["children"].push_back({{"child", child}, {"power", power}, {"ert", number(ert)}});
    }
    return view;
  }

  Json ask(easygrid::Balance& policy, Asking& asking) const {
    asking.stays("the list of children", numbers_);
    const auto answer = asking.ask([&] { return policy.rebalance({0, children_}); });
    if (!answer)
      return nullptr;
    Json asked{
        {"giver", answer->giver}, {"fraction", number(answer->fraction)}, {"receivers", Json::array()}};
    for (const auto& one : answer->receivers)
      asked["receivers"].push_back({one.child, number(one.weight)});
    return asked;
  }

  std::string broken_rule(const Json& asked) const {
    if (asked.is_null())
      return "";
    const int giver = asked.at("giver").get<int>();
    if (!is_there(giver))
      return "the giver is not there";
    const auto& fraction = asked.at("fraction");
    if (!(fraction.is_number() && fraction > 0 && fraction <= 1))
      return "the fraction is " + fraction.dump();
    if (asked.at("receivers").empty())
      return "nobody receives";
    int last = -1;
    for (const auto& one : asked.at("receivers")) {
      const int child = one.at(0).get<int>();
      const std::string receiver = "receiver " + std::to_string(child);
      if (!is_there(child))
        return receiver + " is not there";
      if (child == giver)
        return receiver + " is the giver";
      if (child <= last)
        return receiver + " is out of order";
      if (!(one.at(1).is_number() && one.at(1) > 0))
        return receiver + " has weight " + one.at(1).dump();
      last = child;
    }
    return "";
  }

private:
  bool is_there(int child) const {
    return std::find(numbers_.begin(), numbers_.end(), child) != numbers_.end();
  }

  std::vector<easygrid::ChildLoad> children_;
  std::vector<int> numbers_;
};

} // namespace

MALHA_VIEWS(views<Loads>())

} // namespace malha::conformance
