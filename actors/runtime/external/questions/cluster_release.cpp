// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/cluster/release.hpp"

namespace malha::external {
namespace {

/// Its steps, [date, value] each, and its period, unless it is null.
void write_series(JsonLine& line, const char* name, const StepSeries* series) {
  if (series == nullptr)
    return;
  line.object(name, [&](JsonLine& one) {
    std::vector<std::vector<double>> steps;
    for (const auto& step : series->steps())
      steps.push_back({step.date, step.value});
    one.member("steps", steps);
    one.member("period", series->period().value_or(never));
  });
}

class ExternalRelease : public Elsewhere<cluster::JobRelease> {
public:
  using Elsewhere::Elsewhere;

  Seconds release(const cluster::QueuedJob& job, const cluster::ReleaseView& view) override {
    const bool has_seen = std::exchange(has_seen_series_, there().wants_changes());
    return there().ask(
        "release",
        [&](JsonLine& line) {
          line.object("job", [&](JsonLine& one) { write_job(one, job); });
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            write_series(one, "carbon", has_seen ? nullptr : view.carbon);
            write_series(one, "price", has_seen ? nullptr : view.price);
          });
        },
        [](const Answer& answer) { return answer.real(); });
  }
  bool holds_back() const override { return there().says("holds_back", true); }
  bool needs_carbon() const override { return there().says("needs_carbon", false); }
  bool needs_price() const override { return there().says("needs_price", false); }
  bool needs_walltimes() const override { return there().says("needs_walltimes", false); }

private:
  bool has_seen_series_ = false; ///< they stay as they are
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalRelease>({"release"}, {},
                                                  {"holds_back", "needs_carbon", "needs_price",
                                                   "needs_walltimes"}))

} // namespace malha::external
