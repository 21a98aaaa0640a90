// SPDX-License-Identifier: MIT
#include "predicting.hpp"

#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/numbers.hpp"
#include "scheduler_parameters.hpp"

namespace malha::cluster {

Seconds CheckedPrediction::predict(const QueuedJob& job, Seconds now) {
  const Seconds found = ask(&Prediction::predict, job, now);
  if (!(found > 0))
    broke("the prediction of job " + std::to_string(job.id) + " is " + shortest(found) +
          " s; valid: above 0");
  return found;
}

Seconds CheckedPrediction::correct(const QueuedJob& job, const Outlived& outlived) {
  const Seconds found = ask(&Prediction::correct, job, outlived);
  if (!(outlived.start + found > outlived.now))
    broke("the corrected prediction of job " + std::to_string(job.id) + " is " + shortest(found) +
          " s, and it has run for " + shortest(outlived.now - outlived.start) + " s; valid: longer");
  return found;
}

std::vector<MetricSpec> with_predictions(std::vector<MetricSpec> metrics) {
  metrics.push_back({"prediction_accuracy", "1",
                     "min(prediction, run time) / max(prediction, run time), mean over jobs that ended",
                     true});
  metrics.push_back(
      {"outlived_predictions", "1", "jobs that ran longer than predicted / jobs that ended", true});
  return metrics;
}

void PredictionJournal::ended(const LiveJob& job, Seconds start, Seconds end, FinalState) {
  const Seconds predicted = job.queued.walltime, ran = end - start;
  ++jobs_;
  outlived_ += ran > predicted;
  accuracy_ += predicted < never ? std::min(predicted, ran) / std::max(predicted, ran) : 0;
}

void PredictionJournal::close() {
  if (jobs_ == 0)
    return;
  const auto jobs = static_cast<double>(jobs_);
  recorder_.count("prediction_accuracy", accuracy_ / jobs);
  recorder_.count("outlived_predictions", static_cast<double>(outlived_) / jobs);
}

Predicting::Predicting(ActorContext& scheduler, const CheckedQueue& queue)
    : policy_(scheduler), predicts_(policy_.predicts()), journal_(scheduler.simulation().recorder()) {
  if (!predicts_)
    return;
  const std::string predicts = "policy '" + policy_.name() + "' predicts run times, and ",
                    none = "policy.prediction=cluster/no_predictions";
  if (!queue.takes_predictions())
    throw InputError(predicts + "policy '" + queue.name() +
                     "' does not plan with them, or promises by which date jobs end; valid: " + none +
                     ", or a policy that plans, such as cluster/easy_backfill");
  if (!scheduler.simulation().peers(scheduler_above).empty())
    throw InputError(predicts + "a meta-scheduler above has estimates of its own; valid: " + none);
  if (policy_.renews() && !queue.heeds_order_of_queue())
    throw InputError(predicts + "renews those of jobs that wait, which policy '" + queue.name() +
                     "' has put in an order of its own; valid: jobs predicted once, such as "
                     "policy.prediction.renew=off, or a policy that heeds the order of the queue, such as "
                     "cluster/easy_backfill with order=submit");
}

void Predicting::close() {
  if (predicts_)
    journal_.close();
}

} // namespace malha::cluster
