// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/cluster/checkpoint.hpp"

namespace malha::external {
namespace {

class ExternalCheckpoint : public Elsewhere<cluster::Checkpoint> {
public:
  using Elsewhere::Elsewhere;

  Seconds interval(const cluster::CheckpointView& view) override {
    return there().ask(
        "interval",
        [&](JsonLine& line) {
          line.object("view", [&](JsonLine& one) {
            one.member("now", view.now);
            one.object("job", [&](JsonLine& job) { write_job(job, view.job); });
            one.member("restarts", view.restarts);
            one.member("cost", view.cost);
            one.member("restart", view.restart);
          });
        },
        [](const Answer& answer) { return answer.real(); });
  }
  bool leaves_any() const override { return there().says("leaves_any", true); }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalCheckpoint>({"interval"}, {}, {"leaves_any"}))

} // namespace malha::external
