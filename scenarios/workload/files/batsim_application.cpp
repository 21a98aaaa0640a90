// SPDX-License-Identifier: MIT
#include "batsim_application.hpp"
#include "policies/sdk/numbers.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace malha::batsim {

void read_application(const Fields& extra, Job& job) {
  const Fields fields(extra.who() + ": application",
                      extra.required("application", "an object that describes a parallel application"));
  fields.accept_only({"name", "computation", "communication", "memory", "bandwidth"});
  multicluster::Application application;
  fields.required("name", "the name of the application");
  application.name = fields.text("name");
  if (application.name.empty())
    fields.refuse("name", "the name of the application");
  application.computation = fields.number("computation");
  application.communication = fields.number("communication");
  if (fields.has("memory"))
    application.memory = fields.number("memory");
  if (fields.has("bandwidth"))
    application.bandwidth = fields.number("bandwidth");
  const Task& task = job.tasks.front();
  if (task.reference_speed <= 0)
    extra.fail(" has an 'application', and the job's profile gives work; valid: a delay");
  // The sum of the two parts may be rounded.
  const Seconds together = application.computation + application.communication;
  if (std::abs(together - task.length) > 1e-9 * task.length)
    fields.fail(": 'computation' and 'communication' are " + shortest(together) +
                " s together, and the job's profile takes " + shortest(task.length) + " s; valid: the same");
  job.extensions.set(std::move(application));
}

nlohmann::ordered_json batsim_application(const multicluster::Application& application) {
  nlohmann::ordered_json written{{"name", application.name},
                                 {"computation", application.computation},
                                 {"communication", application.communication}};
  if (application.memory > 0)
    written["memory"] = application.memory;
  if (application.bandwidth > 0)
    written["bandwidth"] = application.bandwidth;
  return written;
}

} // namespace malha::batsim
