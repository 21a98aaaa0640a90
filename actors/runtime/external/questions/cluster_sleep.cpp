// SPDX-License-Identifier: MIT
#include "actors/runtime/external/external_question.hpp"
#include "actors/runtime/external/queue_view.hpp"
#include "policies/cluster/sleep.hpp"

namespace malha::external {
namespace {

class ExternalSleep : public Elsewhere<cluster::Sleep> {
public:
  using Elsewhere::Elsewhere;

  cluster::SleepDecision decide(const cluster::SleepView& view) override {
    return there().ask(
        "decide", [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [](const Answer& answer) { return decision_in(answer); });
  }
  bool sleeps() const override { return there().says("sleeps", true); }
  bool boots_ahead() const override { return there().says("boots_ahead", true); }

private:
  void write_view(JsonLine& line, const cluster::SleepView& view) {
    line.member("now", view.now);
    for (const auto& [name, machines] :
         {std::pair("idle", &view.idle), std::pair("asleep", &view.asleep),
          std::pair("booting", &view.booting), std::pair("going", &view.going)})
      line.member(name, *machines);
    line.member("idle_since", view.idle_since);
    if (!std::exchange(has_shown_break_even_, there().wants_changes()))
      line.member("break_even", view.break_even);
    line.object("cluster",
                [&](JsonLine& one) { cluster_.write(one, view.cluster, there().wants_changes(), [] {}); });
  }

  static cluster::SleepDecision decision_in(const Answer& answer) {
    answer.allow({"switch_off", "boot", "wake"});
    cluster::SleepDecision decision;
    answer.each("switch_off",
                [&](const Answer& one) { insert_interval(decision.switch_off, one, "machines"); });
    answer.each("boot", [&](const Answer& one) { insert_interval(decision.boot, one, "machines"); });
    decision.wake = answer.real("wake", never);
    return decision;
  }

  QueueViewWriter cluster_;
  bool has_shown_break_even_ = false;
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalSleep>({"decide"}, {}, {"sleeps", "boots_ahead"}))

} // namespace malha::external
