job "pricesheet-shop-a" {
  type = "batch"

  periodic {
    crons            = ["15 2 * * *"]
    time_zone        = "Etc/UTC"
    prohibit_overlap = true
  }

  group "sync" {
    # A host volume of the client, or a CSI volume: the sheet, runs/ with the history in it, and state/ with the locks.
    volume "prices" {
      type   = "host"
      source = "prices-shop-a"
    }

    # Nomad does not look at the exit code: it runs any failure again. After 2, 4 or 5 each try ends the same way and sends nothing more.
    restart {
      attempts = 2
      delay    = "15m"
      interval = "2h"
      mode     = "fail"
    }

    # On another client the volume, and so the lock, may be another one.
    reschedule {
      attempts  = 0
      unlimited = false
    }

    task "pricesheet" {
      driver = "docker"

      # --attention=ok makes exit code 3 a 0, and no message is sent about rows that need attention: read retry.csv, or write --metrics and
      # alert on pricesheet_last_run_attention. Of failures PRICESHEET_WEBHOOK sends a message.
      config {
        image           = "registry.example/pricesheet:0.1.0"
        args            = ["sync", "costs.csv", "--attention=ok", "--wait-lock=180", "--max-updates=20%", "--quiet"]
        work_dir        = "/srv/prices"
        readonly_rootfs = true
        cap_drop        = ["all"]
      }

      user = "65532:65532"

      env {
        PRICESHEET_BASE_URL     = "https://your-service.example/v1"
        PRICESHEET_API_KEY_FILE = "${NOMAD_SECRETS_DIR}/key"
        XDG_STATE_HOME          = "/srv/prices/state"
      }

      # The key is a variable of Nomad, and a file in memory that this task alone sees.
      template {
        data        = "{{ with nomadVar \"nomad/jobs/pricesheet-shop-a\" }}{{ .key }}{{ end }}"
        destination = "${NOMAD_SECRETS_DIR}/key"
        uid         = 65532
        gid         = 65532
        perms       = "0400"
        change_mode = "noop"
      }

      volume_mount {
        volume      = "prices"
        destination = "/srv/prices"
      }

      # The run awaits its requests and writes its files. The client's max_kill_timeout (30s by default) has to allow it.
      kill_signal  = "SIGTERM"
      kill_timeout = "120s"

      resources {
        cpu    = 200
        memory = 512
      }
    }
  }
}
