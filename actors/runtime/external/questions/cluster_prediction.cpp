// SPDX-License-Identifier: MIT
#include "actors/runtime/external/cluster_json.hpp"
#include "actors/runtime/external/external_question.hpp"
#include "policies/cluster/prediction.hpp"

namespace malha::external {
namespace {

class ExternalPrediction : public Elsewhere<cluster::Prediction> {
public:
  using Elsewhere::Elsewhere;

  Seconds predict(const cluster::QueuedJob& job, Seconds now) override {
    return there().ask(
        "predict",
        [&](JsonLine& line) {
          line.object("job", [&](JsonLine& one) { write_job(one, job); });
          line.member("now", now);
        },
        [](const Answer& answer) { return answer.real(); });
  }
  Seconds correct(const cluster::QueuedJob& job, const cluster::Outlived& outlived) override {
    return there().ask(
        "correct",
        [&](JsonLine& line) {
          line.object("job", [&](JsonLine& one) { write_job(one, job); });
          line.object("outlived", [&](JsonLine& one) {
            one.member("start", outlived.start);
            one.member("now", outlived.now);
            one.member("first", outlived.first);
            one.member("corrections", outlived.corrections);
          });
        },
        [](const Answer& answer) { return answer.real(); });
  }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end) override {
    there().tell("ended", [&](JsonLine& line) {
      line.object("job", [&](JsonLine& one) { write_job(one, job); });
      line.member("start", start);
      line.member("end", end);
    });
  }
  bool renews() const override { return there().says("renews", false); }
  bool predicts() const override { return there().says("predicts", true); }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalPrediction>({"predict", "correct"}, {"ended"},
                                                     {"renews", "predicts"}))

} // namespace malha::external
