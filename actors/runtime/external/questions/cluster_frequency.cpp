// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/cluster/frequency.hpp"

namespace malha::external {
namespace {

class ExternalFrequency : public Elsewhere<cluster::Frequency> {
public:
  using Elsewhere::Elsewhere;

  int pstate(const cluster::FrequencyView& view) override {
    return there().ask(
        "pstate", [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [](const Answer& answer) { return answer.index(); });
  }
  bool changes_any() const override { return there().says("changes_any", true); }

private:
  static void write_view(JsonLine& line, const cluster::FrequencyView& view) {
    line.member("now", view.now);
    line.object("job", [&](JsonLine& job) { write_job(job, view.job); });
    line.member("nodes", view.nodes);
    line.list("levels", view.levels, [](JsonLine& one, const cluster::FrequencyLevel& level) {
      one.member("pstate", level.pstate);
      one.member("stretch", level.stretch);
      one.member("power", level.power);
    });
    line.member("platform", view.platform);
    line.member("idle", view.idle);
    line.member("waiting", view.waiting);
  }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalFrequency>({"pstate"}, {}, {"changes_any"}))

} // namespace malha::external
