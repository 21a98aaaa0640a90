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

  /// Some views are in balance, of which the mean is subject to rounding.
  void fields(Fields& field, Draw& draw) {
    const bool few_values = draw.one_in(2), balanced = draw.one_in(8);
    const auto value = [&](double high) { return few_values ? draw.integer(0, 2) : draw.real(0, high); };
    for (const int number : draw.once("children", [&] { return draw.children(0, 12); }))
      children_.push_back({number, 0, 0});
    int before = -1;
    field.list("children", children_, [&](Fields& of_child, easygrid::ChildLoad& child) {
      of_child("child", child.child, child.child);
      of_child("power", child.power, from(0, 1e30), draw.one_in(8) ? 0 : value(1e10));
      const Seconds without_power = draw.one_in(2) ? 0 : never;
      of_child("ert", child.ert, child.power <= 0 ? without_power : balanced ? 0.1 : value(1e4));
      of_child.need(child.power > 0 ? child.ert < never : child.ert <= 0 || child.ert == never,
                    "no child reports such a remaining time");
      field.need(child.child > before, "children are not in order");
      before = child.child;
    });
  }

  Json ask(easygrid::Balance& policy, Asking& asking) const {
    Json numbers = Json::array();
    for (const auto& child : children_)
      numbers.push_back(child.child);
    asking.stays("the list of children", numbers);
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
      return "there is no receiver";
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
    return std::any_of(children_.begin(), children_.end(),
                       [child](const auto& one) { return one.child == child; });
  }

  std::vector<easygrid::ChildLoad> children_;
};

} // namespace

MALHA_VIEWS(views<Loads>())

} // namespace malha::conformance
