// SPDX-License-Identifier: MIT
// Wrong estimates (ours: the thesis measures the errors of its estimators, and does not vary them). Both
// times that another estimator predicts are multiplied by bias * exp(noise * z), where z is drawn again for
// each estimate from the standard normal distribution. So estimates are log-normal around those of the other
// one times the bias, which is their median. With biased_site only the cluster of that site has the bias.
#include "policies/multicluster/estimator/prediction/simulated.hpp"
#include "policies/multicluster/estimator/prediction/statistical.hpp"

#include <boost/random/normal_distribution.hpp>

#include <cmath>

namespace malha::multicluster {
namespace {

/// An estimator with its settings left at their defaults.
std::unique_ptr<Estimator> estimator_of(const std::string& name) {
  if (name == "smith" || name == "li")
    return std::make_unique<Categories>(name == "li", 0);
  if (name == "ibl")
    return std::make_unique<NearestJobs>(0);
  if (name == "hanzich")
    return std::make_unique<Simulated>(std::make_unique<HanzichTimes>());
  if (name == "hybrid")
    return std::make_unique<Simulated>(std::make_unique<HybridTimes>());
  return std::make_unique<Simulated>(std::make_unique<SdpnTimes>(false));
}

class Noisy : public Estimator {
public:
  Noisy(const Parameters& parameters, RandomStreams& random)
      : estimator_(estimator_of(parameters.text("of"))), noise_(parameters.real("noise")),
        bias_(parameters.real("bias")), biased_site_(parameters.text("biased_site")),
        draws_(random.stream("multicluster.noisy")) {}

  Estimate estimate(const ClusterState& cluster, const AskedJob& job) override {
    Estimate estimate = estimator_->estimate(cluster, job);
    const double drawn = boost::random::normal_distribution<double>()(draws_);
    const bool is_biased = biased_site_.empty() || biased_site_ == cluster.site;
    const double factor = (is_biased ? bias_ : 1) * std::exp(noise_ * drawn);
    estimate.waiting_time *= factor;
    estimate.execution_time *= factor;
    return estimate;
  }

  void observe(const ClusterState& cluster) override { estimator_->observe(cluster); }
  bool reads_history() const override { return estimator_->reads_history(); }
  std::string named_site() const override { return biased_site_; }

private:
  const std::unique_ptr<Estimator> estimator_;
  const double noise_, bias_;
  const std::string biased_site_;
  RandomStreams::Engine& draws_;
};

} // namespace

MALHA_POLICY(policy<Noisy>(
    "multicluster/noisy",
    "multiplies the times that another estimator predicts by a bias and a random factor", "Malha",
    {choice("of", "sdpn", {"smith", "li", "ibl", "hanzich", "sdpn", "hybrid"},
            "the other estimator, multicluster/…, with its settings at their defaults"),
     real("noise", 0, between(0, 10), "1", "standard deviation of the logarithm of the random factor"),
     real("bias", 1, between(1e-6, 1e6), "1", "by what each estimate is multiplied besides"),
     text("biased_site", "", "the site whose cluster alone has the bias; empty: all have it")}))

} // namespace malha::multicluster
